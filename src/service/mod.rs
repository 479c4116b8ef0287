//! The two operations of the service: requests, answers, and a sandbox that plays the service.

pub(crate) mod explain;
#[cfg(not(calendiff_package))]
pub(crate) mod openapi;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod sandbox;
