//! The lines of an input in chunks of bounded size: what is there is answered before more is waited for.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clearance_scene::ReadError;

/// The size of the buffer, and so of a chunk, unless a single line is longer: some thousand short cases.
const CHUNK: usize = 1 << 20;

/// A line with its number, counted from 1.
pub struct Line {
    /// Its number in the input.
    pub number: usize,
    /// Its bytes, without the line end.
    pub bytes: Vec<u8>,
}

impl Line {
    /// The line as text.
    pub fn text(&self) -> Result<&str, ReadError> {
        std::str::from_utf8(&self.bytes).map_err(|_| ReadError::new("not valid UTF-8"))
    }
}

/// A file or the standard input.
pub struct Input {
    name: String,
    folder: PathBuf,
    size: Option<u64>,
    reader: BufReader<Box<dyn Read>>,
    number: usize,
}

impl Input {
    /// Opens a file, or the standard input for `-`.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            let reader: Box<dyn Read> = Box::new(io::stdin());
            return Ok(Input::new("standard input".into(), PathBuf::new(), None, reader));
        }
        let unreadable = || format!("{}: cannot be read", path.display());
        let file = File::open(path).with_context(unreadable)?;
        let metadata = file.metadata().with_context(unreadable)?;
        anyhow::ensure!(!metadata.is_dir(), "{}: is a folder, expected a file", path.display());
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let size = metadata.is_file().then_some(metadata.len());
        Ok(Input::new(path.display().to_string(), folder, size, Box::new(file)))
    }

    /// A text in the place of a file's.
    #[cfg(feature = "full")]
    pub fn of_text(path: &Path, text: String) -> Self {
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let size = Some(text.len() as u64);
        Input::new(path.display().to_string(), folder, size, Box::new(io::Cursor::new(text)))
    }

    fn new(name: String, folder: PathBuf, size: Option<u64>, reader: Box<dyn Read>) -> Self {
        Input { name, folder, size, reader: BufReader::with_capacity(CHUNK, reader), number: 0 }
    }

    /// Reads all that is left as text.
    pub fn read_to_string(&mut self, text: &mut String) -> anyhow::Result<()> {
        let read = self.reader.read_to_string(text);
        read.with_context(|| format!("{}: cannot be read as text", self.name)).map(drop)
    }
    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Where it lies; the working directory for the standard input.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
    /// Its length in bytes, where it is known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// The next line, and all whole lines that have already arrived behind it; empty at the end of the input. Blank
    /// lines are left out, but counted.
    pub fn next_chunk(&mut self) -> anyhow::Result<Chunk> {
        let mut chunk = Chunk { lines: Vec::new(), bytes: 0 };
        while let Some(line) = self.next_line(&mut chunk.bytes)? {
            chunk.lines.push(line);
            if !self.reader.buffer().contains(&b'\n') {
                break;
            }
        }
        Ok(chunk)
    }

    /// The next line that is not blank; adds the bytes that were read to `taken`.
    pub fn next_line(&mut self, taken: &mut u64) -> anyhow::Result<Option<Line>> {
        loop {
            let mut bytes = Vec::new();
            let read = self.reader.read_until(b'\n', &mut bytes);
            let read = read.with_context(|| format!("{}: cannot be read", self.name))?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            *taken += read as u64;
            if self.number == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
                bytes.drain(..'\u{feff}'.len_utf8());
            }
            bytes.truncate(bytes.trim_ascii_end().len());
            if !bytes.is_empty() {
                return Ok(Some(Line { number: self.number, bytes }));
            }
        }
    }
}

/// Lines that are answered together.
pub struct Chunk {
    /// The lines, in order.
    pub lines: Vec<Line>,
    /// How many bytes of the input they took.
    pub bytes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out one piece per call, as a pipe does.
    struct Pieces(Vec<&'static str>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            self.0.remove(0).as_bytes().read(buffer)
        }
    }

    #[test]
    fn what_has_arrived_is_answered_before_more_is_waited_for() {
        let pieces = Pieces(vec!["\u{feff}one\r\n", "two\n\n  \nthree\nfo", "ur\n", "\nfive"]);
        let mut input = Input::new(String::new(), PathBuf::new(), None, Box::new(pieces));
        let mut chunks = Vec::new();
        loop {
            let chunk = input.next_chunk().unwrap();
            if chunk.lines.is_empty() {
                break;
            }
            let text = |line: Line| (line.number, String::from_utf8(line.bytes).unwrap());
            chunks.push(chunk.lines.into_iter().map(text).collect::<Vec<_>>());
        }
        let line = |number, text: &str| (number, text.to_string());
        let expected = [
            vec![line(1, "one")],
            vec![line(2, "two"), line(5, "three")],
            vec![line(6, "four")],
            vec![line(8, "five")],
        ];
        assert_eq!(chunks, expected);
    }
}
