//! Each format, and what is wrong with a row.

use super::npy::array;
use super::*;

fn npy(kind: &str, order: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}");
    header += &" ".repeat(64 - (header.len() + 11) % 64);
    header += "\n";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(numbers);
    bytes
}

#[test]
fn lines_are_lists_or_objects_and_a_wrong_one_does_not_hurt_the_others() {
    let found =
        PointList::parse("[1, 2, 3]\n\n{\"id\": \"tip\", \"point\": [4, 5, 6]}\n[1, 2]\n{\"at\": 3}\nnonsense\n", 3);
    assert_eq!(found.points[..2], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert!(found.points[2..].iter().flatten().all(|c| c.is_nan()));
    assert_eq!((found.id(0), found.id(1), found.id(4)), ("0".into(), "\"tip\"".into(), "4".into()));
    let errors: Vec<(usize, String)> = found.errors.iter().map(|(row, error)| (*row, error.to_string())).collect();
    assert_eq!(errors.len(), 3);
    assert!(errors[0].0 == 2 && errors[0].1.starts_with("line 4: expected"), "{errors:?}");
    assert!(errors[1].1.contains("\"at\"") && errors[2].1.starts_with("line 6"), "{errors:?}");
}

#[test]
fn columns_are_found_by_name_or_are_the_first_ones() {
    let named = csv::points("id,Z,x,y\na,3,1,2\n7,6,4,5\n", 3).unwrap();
    assert_eq!(named.points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!((named.id(0), named.id(1)), ("\"a\"".into(), "7".into()));
    let quoted = csv::points("id,x,y,z\n\"p,1\",1,2,3\n", 3).unwrap();
    assert_eq!((quoted.points[0], quoted.id(0).as_str()), ([1.0, 2.0, 3.0], "\"p,1\""));
    let plain = csv::points("# x y z\n1 2 3\n4 five 6\n7 8\n", 3).unwrap();
    assert_eq!(plain.points[0], [1.0, 2.0, 3.0]);
    let errors: Vec<String> = plain.errors.iter().map(|(_, error)| error.to_string()).collect();
    assert_eq!(errors, ["line 3: expected a number, got \"five\"", "line 4: expected 3 values, got 2"]);
    let missing = csv::points("x,y\n1,2\n", 3).unwrap_err();
    assert_eq!(missing.to_string(), "expected a column \"z\", got x, y");
}

#[test]
fn arrays_have_the_numbers_that_were_saved_in_any_order_and_width() {
    let numbers = [1.5f64, 2.0, 3.0, 4.0, 5.0, 6.0];
    let eight: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!(
        npy::points(&npy("<f8", "False", "(2, 3)", &eight), 3).unwrap().points,
        [[1.5, 2.0, 3.0], [4.0, 5.0, 6.0]]
    );
    assert_eq!(
        npy::points(&npy("<f8", "True", "(2, 3)", &eight), 3).unwrap().points,
        [[1.5, 3.0, 5.0], [2.0, 4.0, 6.0]]
    );
    let four: Vec<u8> = [258i32, -1].iter().flat_map(|x| x.to_be_bytes()).collect();
    assert_eq!(
        array(&npy(">i4", "False", "(2,)", &four)).unwrap(),
        NpyArray { shape: vec![2], values: vec![258.0, -1.0] }
    );
    let wrong = |bytes: &[u8]| npy::points(bytes, 3).unwrap_err().to_string();
    assert_eq!(wrong(&npy("<f8", "False", "(3, 2)", &eight)), "expected an array of shape (n, 3), got (3, 2)");
    assert!(wrong(&npy("<f8", "False", "(3, 3)", &eight)).contains("got 48 bytes"));
    assert!(wrong(&npy("<c16", "False", "(2, 3)", &eight)).contains("\"<c16\""));
    assert!(wrong(b"\x93NUMPY\x01").contains("header"));
}
