//! How the command ended.

/// The exit status of the command: 0 if all went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u8);

impl Status {
    /// All went well.
    pub const SUCCESS: Status = Status(0);
}
