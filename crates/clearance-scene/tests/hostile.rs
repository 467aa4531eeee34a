//! Mesh files that are cut, altered or made to grow: readers answer in words, in bounded memory, and never panic.

use std::path::{Path, PathBuf};

use allocation_counter::measure;
use clearance_scene::mesh::{Format, Mesh, parse_mesh};

/// What reading may take, in file lengths; and what any file may take, for tables and messages.
const MOST: u64 = 20;
const FREE: u64 = 4 << 20;

/// Seed of the sequence of changes.
const SEED: u64 = 20_261_123;

/// SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ x >> 31) % count as u64) as usize
    }
    fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

fn seeds() -> Vec<(Format, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/meshes");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let known = |path: &PathBuf| Some((Format::of(Path::new(path))?, std::fs::read(path).unwrap()));
    files.iter().filter_map(known).collect()
}

/// Reads a file and checks what came of it.
fn check(bytes: &[u8], format: Format) -> Result<Mesh, String> {
    let mut read = Err(String::new());
    let used = measure(|| read = parse_mesh(bytes, format).map_err(|error| error.to_string()));
    assert!(used.bytes_max <= FREE + MOST * bytes.len() as u64, "{} of {}", used.bytes_max, bytes.len());
    match &read {
        Ok(mesh) => {
            let count = mesh.vertices.len() as u32;
            assert!(count > 0 && mesh.triangles.iter().flatten().all(|&corner| corner < count));
            assert!(
                mesh.groups.iter().all(|g| !g.triangles.is_empty() && g.triangles.end as usize <= mesh.triangles.len())
            );
        }
        Err(words) => {
            assert!(!words.contains("failed to fill whole buffer") && words.len() < 400, "{words}");
        }
    }
    read
}

/// One change or two: a byte, a number, a piece that is left out, repeated or put elsewhere, an end that is cut off.
fn mutated(seed: &[u8], random: &mut Random) -> Vec<u8> {
    const NUMBERS: [&str; 8] = ["0", "-1", "4294967295", "1e308", "NaN", "99999999999999999999", "\"", "{}"];
    let mut file = seed.to_vec();
    for _ in 0..1 + random.below(2) {
        if file.is_empty() {
            break;
        }
        let (at, other) = (random.below(file.len()), random.below(file.len()));
        let (from, to) = (at.min(other), at.max(other).min(at.min(other) + 16));
        match random.below(6) {
            0 => file[at] ^= 1 << random.below(8),
            1 => file[at] = random.pick(&[0, 0x20, 0x0a, 0x2d, 0x7f, 0xff]),
            2 => drop(file.drain(from..to)),
            3 => {
                let piece = file[from..to].to_vec();
                file.splice(other..other, piece);
            }
            4 => {
                let digits = file[at..].iter().take_while(|b| b.is_ascii_digit()).count();
                file.splice(at..at + digits, random.pick(&NUMBERS).bytes());
            }
            _ => file.truncate(at),
        }
    }
    file
}

#[test]
fn altered_files_are_read_or_refused_in_words() {
    let seeds = seeds();
    assert_eq!(seeds.len(), 13);
    let (mut read, mut refused) = (0, 0);
    for index in 0..16_000u64 {
        let mut random = Random(SEED ^ index << 32);
        let (format, bytes) = &seeds[index as usize % seeds.len()];
        let file = mutated(bytes, &mut random);
        let done = std::panic::catch_unwind(|| check(&file, *format));
        match done.unwrap_or_else(|_| panic!("seed {SEED}, case {index}")) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(read > 1000 && refused > 6000, "{read} read, {refused} refused");
}

#[test]
fn every_beginning_of_a_file_is_read_or_refused() {
    for (format, bytes) in seeds() {
        for length in 0..bytes.len() {
            let cut = check(&bytes[..length], format);
            if length == 0 {
                assert_eq!(cut.unwrap_err(), "the file is empty");
            }
        }
    }
}

/// Files of a few MiB that are as dense as their format allows.
#[test]
fn memory_is_at_most_twenty_times_the_file() {
    let repeat = |head: &str, piece: &str, tail: &str| {
        [head, &piece.repeat((3 << 20) / piece.len()), tail].concat().into_bytes()
    };
    let ply = |kind: &str, rest: &str| format!("ply\nformat {kind} 1.0\n{rest}end_header\n");
    let points = "element vertex 9000000\nproperty char x\nproperty char y\nproperty char z\n";
    let fan = "element vertex 1\nproperty char x\nproperty char y\nproperty char z\nelement face 1\n\
               property list int uchar vertex_index\n";
    let gltf = |lists: &str| format!("{{\"scenes\": [{{\"nodes\": [0]}}], {lists}}}");
    let distinct: String = (0..200_000).fold("solid\n".into(), |file, i| file + &format!("vertex {i} 0 0\n"));
    let box_file = include_str!("../../../testdata/meshes/box.gltf").replace("\n", "");
    let polygon = [&[255][..], &[0; 255]].concat().repeat(12_000);
    let polygons = [
        (ply("binary_little_endian", &fan.replace("face 1", "face 12000").replace("int", "uchar")) + "\0\0\0")
            .into_bytes(),
        polygon,
    ]
    .concat();
    let files = [
        (Format::Ply, polygons),
        (Format::Obj, repeat("", "v 0 0 0\n", "")),
        (Format::Obj, repeat("v 0 0 0\nf", " 1", "\n")),
        (Format::Obj, repeat("v 0 0 0\n", "o\nf 1 1 1\n", "")),
        (Format::Obj, repeat("", "\\\n", "")),
        (Format::Off, repeat("OFF\n400000 0 0\n", "0 0 0\n", "")),
        (Format::Off, repeat("OFF\n1 200000 0\n0 0 0\n", "3 0 0 0\n", "")),
        (Format::Off, repeat("OFF\n1 1 0\n0 0 0\n1500000", " 0", "\n")),
        (Format::Stl, repeat("solid\n", "vertex 0 0 0\n", "")),
        (Format::Stl, distinct.into_bytes()),
        (Format::Ply, repeat(&ply("binary_little_endian", points), "\0", "")),
        (Format::Ply, repeat(&ply("ascii", points), "0 ", "")),
        (Format::Ply, repeat(&(ply("binary_little_endian", fan) + "\0\0\0\0\0\x30\0"), "\0", "")),
        (Format::Dae, repeat("<a>", "<b/>", "</a>")),
        (Format::Dae, repeat("<a>", "<b/>12345678", "</a>")),
        (Format::Dae, repeat("", "<", "")),
        (Format::Gltf, repeat("{\"nodes\": [{}", ",{}", "]}")),
        (Format::Gltf, repeat("{\"nodes\": [0", ",0", "]}")),
        (Format::Gltf, repeat("{\"extensionsRequired\": [\"\"", ",\"\"", "]}")),
        (Format::Gltf, repeat("{\"scenes\": [{\"nodes\": [0", ",0", "]}]}")),
        (Format::Gltf, repeat(&gltf("\"nodes\": [{\"children\": [0"), ",0", "]}]}")),
        (Format::Gltf, repeat("", "[", "")),
        (Format::Gltf, repeat(&box_file[..box_file.rfind('}').unwrap()], " ", ", \"extras\": 0}")),
    ];
    for (format, bytes) in files {
        let start = std::time::Instant::now();
        let outcome = check(&bytes, format).map(|mesh| (mesh.vertices.len(), mesh.triangles.len()));
        println!("{format:?} {} bytes in {:?}: {outcome:?}", bytes.len(), start.elapsed());
    }
}
