//! The functions that JavaScript calls. Inputs are written into memory that [`input`] gives; answers are read from
//! where the last call left them, before the next one.
#![allow(unsafe_code, reason = "names that are exported; nothing here reads what a pointer says")]

use std::cell::RefCell;

use crate::library::{Answer, Answered, Given, Library};

/// The library, the inputs of the next call, and the answer of the last one.
#[derive(Default)]
struct Border {
    library: Library,
    given: Given,
    text: String,
    numbers: Vec<f64>,
}

thread_local! {
    static BORDER: RefCell<Border> = RefCell::default();
}

/// Refused: the text says why.
const REFUSED: i32 = -1;

/// Calls the library with the inputs so far. The number of a thing, or 0, or -1 with a text.
fn call(question: impl FnOnce(&mut Library, Given) -> Answered) -> i32 {
    BORDER.with_borrow_mut(|border| {
        let given = std::mem::take(&mut border.given);
        match question(&mut border.library, given) {
            Ok(Answer::Made(number)) => return number,
            Ok(Answer::Done) => {}
            Ok(Answer::Text(text)) => border.text = text,
            Ok(Answer::Numbers(numbers)) => border.numbers = numbers,
            Err(error) => {
                border.text = error;
                return REFUSED;
            }
        }
        0
    })
}

/// Memory for one more input of the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u64 {
    BORDER.with_borrow_mut(|border| border.given.room(bytes).as_mut_ptr())
}

/// Where the text of the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn text_at() -> *const u8 {
    BORDER.with_borrow(|border| border.text.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    BORDER.with_borrow(|border| border.text.len())
}

/// Where the numbers of the last answer are.
#[unsafe(no_mangle)]
pub extern "C" fn numbers_at() -> *const f64 {
    BORDER.with_borrow(|border| border.numbers.as_ptr())
}

/// How many there are.
#[unsafe(no_mangle)]
pub extern "C" fn numbers_count() -> usize {
    BORDER.with_borrow(|border| border.numbers.len())
}

/// Exports questions: those of the library by their own names.
macro_rules! exports {
    ($($name:ident($($number:ident: $type:ty),*) => $method:ident $(with $given:ident)?;)*) => {
        $(
            #[doc = concat!("[`Library::", stringify!($method), "`].")]
            #[unsafe(no_mangle)]
            pub extern "C" fn $name($($number: $type),*) -> i32 {
                call(|library, _given| library.$method($($number,)* $({ let $given = _given; $given })?))
            }
        )*
    };
}

exports! {
    hold() => hold with given;
    forget_files() => forget_files;
    body() => body with given;
    hull() => hull with given;
    mesh() => mesh with given;
    is_solid(number: i32) => is_solid;
    release_body(number: i32) => release_body;
    pairs(a: i32, b: i32, max: f64) => pairs with given;
    intersect(a: i32, b: i32) => intersect with given;
    scene() => scene with given;
    scene_bodies(number: i32) => scene_bodies;
    move_bodies(number: i32) => move_bodies with given;
    ask_scene(number: i32) => ask_scene with given;
    cast(number: i32, body: i32) => cast with given;
    move_and_slide(number: i32, body: i32) => move_and_slide with given;
    push_out(number: i32, body: i32) => push_out with given;
    contacts_of(number: i32) => contacts_of with given;
    release_scene(number: i32) => release_scene;
    robot() => robot with given;
    move_obstacle(number: i32, body: i32) => move_obstacle with given;
    about_robot(number: i32) => about_robot;
    clearances(number: i32) => clearances with given;
    nearest_pair(number: i32) => nearest_pair with given;
    link_poses(number: i32) => link_poses with given;
    check_path(number: i32) => check_path with given;
    range(number: i32) => range with given;
    release_robot(number: i32) => release_robot;
    answer() => answer with given;
    trace() => trace with given;
    draw_body(number: i32) => draw_body;
    draw_scene(number: i32) => draw_scene;
    draw_robot(number: i32) => draw_robot;
}
