//! XML files as trees of elements that know their lines.

mod element;

pub(crate) use element::Element;

use std::path::Path;
use std::sync::Arc;

use clearance_world::hint;
use roxmltree::{Document, Node, ParsingOptions};

use clearance_scene::ReadError;

/// The largest number of elements of a file, attributes aside: a humanoid has about 3000.
const MOST_NODES: u32 = 1_000_000;

/// The deepest nesting: trees are walked by recursion. Robots of hundreds of nested bodies are read.
const MOST_LEVELS: usize = 1000;

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, ReadError> {
    let bytes = std::fs::read(path).map_err(|error| ReadError::new(format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|_| ReadError::new("not valid UTF-8"))
}

/// The root element of a text. `expected` names the roots that the caller can read, for files that are none; `file` is
/// named in refusals of its elements if the text is not the only one.
///
/// What parsers of robot files commonly let pass is let pass: a byte order mark, comments and blanks before the
/// declaration, and a document type without declarations of its own, control characters behind the root, and prefixes
/// that are not declared.
pub(crate) fn parse(text: &str, expected: &str, file: Option<&Path>) -> Result<Element, ReadError> {
    let mut text = without_prolog(text);
    let file = file.map(|file| Arc::from(file.display().to_string()));
    let mut declared = 0;
    loop {
        let parsing = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
        let error = match Document::parse_with_options(&text, parsing) {
            Ok(document) => return Tree { text: &text, at: 0, line: 1, file }.element(document.root_element(), 0),
            Err(error) => error,
        };
        match (&error, root_name_end(&text)) {
            // A word like `drake:proximity` belongs to another program, whether its prefix is declared or not.
            (roxmltree::Error::UnknownNamespace(prefix, _), Some(end))
                if prefix != "xacro" && declared < MOST_PREFIXES =>
            {
                text.insert_str(end, &format!(" xmlns:{prefix}=\"{prefix}\""));
                declared += 1;
            }
            _ => return Err(unparsed(&text, expected, &error)),
        }
    }
}

/// The most prefixes that a file may use without declaring them.
const MOST_PREFIXES: usize = 16;

/// Where the name of the root element ends, behind comments.
fn root_name_end(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find('<')?;
        if !text[at..].starts_with("<!--") {
            break;
        }
        at += text[at..].find("-->")?;
    }
    let name = text[at + 1..].find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
    Some(at + 1 + name)
}

/// A tree under construction: elements come in the order of the text, so that their lines are counted once.
struct Tree<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    file: Option<Arc<str>>,
}

impl Tree<'_> {
    fn element(&mut self, node: Node, level: usize) -> Result<Element, ReadError> {
        if level > MOST_LEVELS {
            return Err(ReadError::new(format!("nested more than {MOST_LEVELS} levels deep")));
        }
        let start = node.range().start;
        self.line += self.text.as_bytes()[self.at..start].iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.at = start;
        // Attributes of a namespace belong to other programs.
        let own = node.attributes().filter(|attribute| attribute.namespace().is_none());
        let mut element = Element {
            name: node.tag_name().name().into(),
            namespace: node.tag_name().namespace().unwrap_or("").into(),
            attributes: own.map(|attribute| (attribute.name().into(), attribute.value().into())).collect(),
            children: Vec::new(),
            text: node.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect(),
            line: self.line,
            file: self.file.clone(),
        };
        for child in node.children().filter(Node::is_element) {
            element.children.push(self.element(child, level + 1)?);
        }
        Ok(element)
    }
}

/// The text with blanks for its declaration and for a document type without declarations of its own; lines stay where
/// they are.
fn without_prolog(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let starts = |at: usize, word: &str| text.as_bytes()[at..].starts_with(word.as_bytes());
    let end_of = |at: usize, word: &str| text[at..].find(word).map(|length| at + length + word.len());
    let mut blank = |from: usize, to: usize| {
        bytes[from..to].iter_mut().filter(|byte| !byte.is_ascii_whitespace()).for_each(|byte| *byte = b' ');
    };
    let mut at = 0;
    if let Some(rest) = text.strip_prefix('\u{feff}') {
        at = text.len() - rest.len();
        blank(0, at);
    }
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let end = if starts(at, "<!--") {
            end_of(at, "-->")
        } else if starts(at, "<?") {
            end_of(at, "?>").inspect(|&end| blank(at, end))
        } else if starts(at, "<!DOCTYPE") {
            end_of(at, ">").filter(|&end| !text[at..end].contains('[')).inspect(|&end| blank(at, end))
        } else {
            None
        };
        match end {
            Some(end) => at = end,
            None => break,
        }
    }
    // What editors leave behind the root.
    let end = text.trim_end_matches(|c: char| c.is_whitespace() || c.is_control()).len();
    blank(end, text.len());
    // Only whole characters were replaced, each of their bytes by a blank.
    String::from_utf8(bytes).unwrap_or_else(|_| text.into())
}

/// What is said of files that have to be written out first.
pub(crate) const XACRO: &str = "this is a xacro file, expected plain URDF: write it out with `xacro FILE -o robot.urdf` (ROS), or with \
     `xacrodoc FILE -o robot.urdf` (`pip install xacrodoc`), and read robot.urdf";

fn unparsed(text: &str, expected: &str, error: &roxmltree::Error) -> ReadError {
    match error {
        roxmltree::Error::UnknownNamespace(prefix, _) if prefix == "xacro" => ReadError::new(XACRO),
        roxmltree::Error::DtdDetected => {
            ReadError::new("a document type with declarations of its own is not supported")
        }
        roxmltree::Error::NodesLimitReached => ReadError::new(format!("has more than {MOST_NODES} XML nodes")),
        _ if text.trim().is_empty() => ReadError::new(format!("is empty, expected {expected}")),
        _ => ReadError::new(format!("not valid XML: {error}")),
    }
}

/// A refusal of a word that is none of the known ones.
pub(crate) fn unknown(what: &str, word: &str, known: &[&str]) -> String {
    format!("unknown {what} {word:?}, expected {}{}", listed(known), hint(word, known))
}

fn listed(words: &[&str]) -> String {
    match words {
        [] => "none".into(),
        _ => words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_the_root_is_let_pass_and_lines_are_counted_from_the_top() {
        let prologs = [
            "",
            "\u{feff}",
            "<?xml version=\"1.0\"?>",
            "<!-- ä -->\n<?xml version=\"1.0\" encoding=\"ascii\"?>\n",
            "\n\n<?xml version=\"1.0\"?>\n<!DOCTYPE robot>\n<!-- <?xml -->\n",
            "<!DOCTYPE robot SYSTEM \"robot.dtd\">\n",
        ];
        for prolog in prologs {
            let root = parse(&format!("{prolog}<robot>\n<a/></robot>"), "<robot>", None).unwrap();
            let lines = prolog.matches('\n').count() as u32;
            assert_eq!((root.name(), root.children[0].line), ("robot", lines + 2), "{prolog:?}");
        }
        assert!(parse("<robot/>\n\0", "<robot>", None).is_ok());
        let with_declarations = "<!DOCTYPE r [<!ENTITY a \"b\">]><r/>";
        let refusal = parse(with_declarations, "<robot>", None).unwrap_err().to_string();
        assert_eq!(refusal, "a document type with declarations of its own is not supported");
    }

    #[test]
    fn prefixes_that_are_not_declared_belong_to_other_programs() {
        let text = "<!-- <robot -->\n<robot drake:a='1'>\n<drake:b/><c gz:d='2' e='3'/></robot>";
        let root = parse(text, "<robot>", None).unwrap();
        assert_eq!((root.name(), root.children.len(), root.children[1].line), ("robot", 2, 3));
        assert!(root.attributes.is_empty() && root.children[0].is_one_of(&[]) && !root.children[1].is_one_of(&[]));
        assert_eq!(root.children[1].attributes, [("e".to_string(), "3".to_string())]);
        assert_eq!(parse("<robot><xacro:a/></robot>", "<robot>", None).unwrap_err().to_string(), XACRO);
    }

    #[test]
    fn deep_nesting_is_refused_before_the_stack_ends() {
        let deep = "<a>".repeat(2000) + &"</a>".repeat(2000);
        assert_eq!(parse(&deep, "<a>", None).unwrap_err().to_string(), "nested more than 1000 levels deep");
    }
}
