//! Meshes and bodies of parts that move: rays, casts and first contacts beside judges that look at everything.

#[path = "../scenes/make.rs"]
#[allow(dead_code)]
mod make;

mod approach;
mod brute;
mod judge;
mod odd;
mod rays;
mod reports;
mod shapes;
