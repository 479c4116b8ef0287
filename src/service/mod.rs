//! The two operations of the service: requests, answers, and a sandbox that plays the service.

pub(crate) mod explain;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod sandbox;
