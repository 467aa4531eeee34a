//! Meshes and bodies of parts that move: rays, casts and first contacts beside judges that look at everything.

mod approach;
mod brute;
mod judge;
mod odd;
mod rays;
mod reports;
mod resting;
mod shapes;
