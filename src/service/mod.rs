//! The two operations of the service: requests, answers, and a sandbox that plays the service.

pub(crate) mod explain;
#[cfg(feature = "http")]
pub(crate) mod http_response;
pub(crate) mod openapi;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod sandbox;
