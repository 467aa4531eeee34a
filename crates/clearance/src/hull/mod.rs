//! Convex hulls with exact decisions.
