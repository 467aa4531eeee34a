//! C's pointers as references, and values as pointers.

use std::ffi::{CStr, CString, c_char};

use crate::answer::clearance_options;
use crate::refusal::{Answer, Refusal};
use crate::text::c_text;

/// An error if a pointer is null.
pub fn check_given<T>(what: &str, pointer: *const T) -> Answer<()> {
    if pointer.is_null() { Err(Refusal::null(what)) } else { Ok(()) }
}

/// What a pointer points to.
///
/// # Safety
/// The pointer must be null, or valid for reads for `'p`, with no writes to the value during that time.
pub unsafe fn get<'p, T>(what: &str, pointer: *const T) -> Answer<&'p T> {
    // SAFETY: the caller's promise; null is refused.
    unsafe { pointer.as_ref() }.ok_or_else(|| Refusal::null(what))
}

/// A slice of `count` values; the pointer may be null if `count` is 0.
///
/// # Safety
/// The rules of [`get`], for all `count` values.
pub unsafe fn list<'p, T>(what: &str, pointer: *const T, count: usize) -> Answer<&'p [T]> {
    check_count::<T>(what, pointer.is_null(), count)?;
    // SAFETY: the caller's promise; the length in bytes was checked, and null is refused.
    Ok(if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(pointer, count) } })
}

/// [`list`], or `None` if the pointer is null.
///
/// # Safety
/// The rules of [`list`].
pub unsafe fn list_or_none<'p, T>(what: &str, pointer: *const T, count: usize) -> Answer<Option<&'p [T]>> {
    // SAFETY: the caller's promise.
    if pointer.is_null() { Ok(None) } else { unsafe { list(what, pointer, count) }.map(Some) }
}

/// Uninitialised values to be written to, with the rules of [`list`].
///
/// # Safety
/// The rules of [`list`]; no other code reads or writes the values during the call, and they may be read, whatever they
/// are.
pub unsafe fn list_mut<'p, T>(what: &str, pointer: *mut T, count: usize) -> Answer<&'p mut [T]> {
    check_count::<T>(what, pointer.is_null(), count)?;
    // SAFETY: the caller's promise; the length in bytes was checked, and null is refused. Every pattern of bits is a
    // value of the structs of floats and integers that this is used for.
    Ok(if count == 0 { &mut [] } else { unsafe { std::slice::from_raw_parts_mut(pointer, count) } })
}

fn check_count<T>(what: &str, is_null: bool, count: usize) -> Answer<()> {
    if is_null && count > 0 {
        return Err(Refusal::null(what));
    }
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Refusal::out_of_range(format!("{what}: {count} values do not fit into memory"))),
    }
}

/// A null-terminated string.
///
/// # Safety
/// The pointer must be null, or point to a null-terminated string that is not written to for `'p`.
pub unsafe fn text<'p>(what: &str, pointer: *const c_char) -> Answer<&'p str> {
    // SAFETY: null is refused, else the caller's promise.
    let text = if pointer.is_null() { return Err(Refusal::null(what)) } else { unsafe { CStr::from_ptr(pointer) } };
    text.to_str().map_err(|_| Refusal::invalid(format!("{what} must be UTF-8")))
}

/// Writes an answer.
///
/// # Safety
/// The pointer must be null, or valid for a write that no other thread can observe.
pub unsafe fn put<T>(what: &str, pointer: *mut T, value: T) -> Answer<()> {
    check_given(what, pointer)?;
    // SAFETY: the caller's promise; null was refused.
    unsafe { pointer.write(value) };
    Ok(())
}

/// A value that only the caller uses during the call.
///
/// # Safety
/// The pointer must be null, or valid for reads and writes for `'p`, with no other access during that time.
pub unsafe fn get_mut<'p, T>(what: &str, pointer: *mut T) -> Answer<&'p mut T> {
    // SAFETY: the caller's promise; null is refused.
    unsafe { pointer.as_mut() }.ok_or_else(|| Refusal::null(what))
}

/// Writes as many values as there is room for, and how many there are.
///
/// # Safety
/// The rules of [`list_mut`] and [`put`].
pub unsafe fn fill<T: Copy>(found: &[T], out: *mut T, capacity: usize, count: *mut usize) -> Answer<()> {
    // SAFETY: the caller's promise. Both pointers are looked at before one of them is written to.
    unsafe {
        let room = list_mut("out", out, capacity)?;
        put("count", count, found.len())?;
        let written = found.len().min(capacity);
        room[..written].copy_from_slice(&found[..written]);
    }
    Ok(())
}

/// A null-terminated string; `None` if the pointer is null.
///
/// # Safety
/// The rules of [`text`].
pub unsafe fn text_or_none<'p>(what: &str, pointer: *const c_char) -> Answer<Option<&'p str>> {
    // SAFETY: the caller's promise.
    if pointer.is_null() { Ok(None) } else { unsafe { text(what, pointer) }.map(Some) }
}

/// Null-terminated strings.
///
/// # Safety
/// The rules of [`list`] and [`text`].
pub unsafe fn texts<'p>(what: &str, pointer: *const *const c_char, count: usize) -> Answer<Vec<&'p str>> {
    // SAFETY: the caller's promise.
    unsafe { list(what, pointer, count)?.iter().map(|&pointer| text(what, pointer)).collect() }
}

/// Writes a new string, which the caller frees with `clearance_text_free`; null if there is none.
///
/// # Safety
/// The rules of [`put`].
pub unsafe fn put_text(what: &str, pointer: *mut *mut c_char, text: Option<&str>) -> Answer<()> {
    check_given(what, pointer)?;
    let text = text.map_or(std::ptr::null_mut(), |text| c_text(text).into_raw());
    // SAFETY: the caller's promise; null was refused.
    unsafe { put(what, pointer, text) }
}

/// Takes back what [`put_text`] handed over.
///
/// # Safety
/// The pointer must be null, or come from [`put_text`]; it must not be used again.
pub unsafe fn take_text(pointer: *mut c_char) {
    if !pointer.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { CString::from_raw(pointer) });
    }
}

/// Hands a value over as a pointer.
///
/// # Safety
/// The rules of [`put`].
pub unsafe fn put_new<T>(pointer: *mut *mut T, build: impl FnOnce() -> Answer<T>) -> Answer<()> {
    check_given("out", pointer)?;
    let value = Box::into_raw(Box::new(build()?));
    // SAFETY: the caller's promise; null was refused.
    unsafe { put("out", pointer, value) }
}

/// Frees what [`put_new`] handed over.
///
/// # Safety
/// The pointer must be null, or come from [`put_new`]; it must not be used again.
pub unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: the caller's promise.
        let value = unsafe { Box::from_raw(pointer) };
        crate::refusal::status_of(move || {
            drop(value);
            Ok(())
        });
    }
}

/// A struct that begins with its size.
///
/// # Safety
/// As of [`get`]; a struct of another size is refused by its first number, which is read alone.
pub unsafe fn sized<'p, T>(what: &str, pointer: *const T) -> Answer<&'p T> {
    check_given(what, pointer)?;
    // SAFETY: the first number is there whatever the struct's version.
    let (size, least) = (unsafe { pointer.cast::<u32>().read() }, size_of::<T>());
    if (size as usize) < least {
        return Err(Refusal::invalid(format!("{what} size must be at least {least}, got {size}")));
    }
    // SAFETY: the caller's promise; it is as large as it says.
    unsafe { get(what, pointer) }
}

/// Options that begin with their size; a null pointer means the defaults.
///
/// # Safety
/// As of [`sized`].
pub unsafe fn options_or<T: Copy>(pointer: *const T, defaults: impl FnOnce() -> T) -> Answer<T> {
    if pointer.is_null() {
        return Ok(defaults());
    }
    // SAFETY: the caller's promise.
    unsafe { sized("options", pointer) }.copied()
}

/// The options of a distance, or the defaults for null.
///
/// # Safety
/// As of [`options_or`].
pub unsafe fn options(pointer: *const clearance_options) -> Answer<core_crate::Options<f64>> {
    // SAFETY: the caller's promise.
    unsafe { options_or(pointer, clearance_options::defaults) }?.read()
}
