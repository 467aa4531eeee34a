//! The name that programs look for at run time: versions below 1.0 are compatible within their minor version.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let of = |key| env::var(key).unwrap_or_default();
    let version = format!("{}.{}", of("CARGO_PKG_VERSION_MAJOR"), of("CARGO_PKG_VERSION_MINOR"));
    match of("CARGO_CFG_TARGET_OS").as_str() {
        "linux" => println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libclearance.so.{version}"),
        "macos" => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libclearance.{version}.dylib"),
        _ => {}
    }
}
