//! Tests of the arithmetic and of the file.

use crate::{Card, Change, Head, Net, NetError, Shape, Weights};

const SHAPE: Shape = Shape { men: 30, measures: 12, hidden: 128, buckets: 3 };

fn weights(seed: u64) -> Weights {
    let mut weights = Weights::zero(SHAPE);
    let mut state = seed;
    let mut chance = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    for (number, list) in weights.lists_mut().into_iter().enumerate() {
        let most = [0.3, 0.1, 0.5, 0.4, 1.0, 0.2][number];
        list.iter_mut().for_each(|weight| *weight = chance() * most);
    }
    weights
}

fn net(seed: u64) -> Net {
    Net::new(&weights(seed), Card { name: "test".to_owned(), ..Card::default() }).unwrap()
}

/// The same as [`Net::chances`] with real numbers.
fn odds(weights: &Weights, men: &[usize], measures: &[(u16, i16)], head: Head) -> [f32; 3] {
    let hidden = SHAPE.hidden;
    let mut sums = weights.bias.clone();
    for (i, sum) in sums.iter_mut().enumerate() {
        *sum += men.iter().map(|man| weights.men[man * hidden + i]).sum::<f32>();
        let measured = |&(m, times): &(u16, i16)| weights.measures[usize::from(m) * hidden + i] * f32::from(times);
        *sum += measures.iter().map(measured).sum::<f32>();
        *sum = sum.clamp(0.0, 1.0).powi(2);
    }
    let at = head.turn * SHAPE.buckets + head.bucket;
    let odds = std::array::from_fn::<f32, 3, _>(|output| {
        let row = &weights.out[(at * 3 + output) * hidden..][..hidden];
        let straight = |&(m, times): &(u16, i16)| {
            weights.straight[(head.turn * SHAPE.measures + usize::from(m)) * 3 + output] * f32::from(times)
        };
        sums.iter().zip(row).map(|(sum, weight)| sum * weight).sum::<f32>()
            + measures.iter().map(straight).sum::<f32>()
            + weights.out_bias[at * 3 + output]
    });
    let sum: f32 = odds.iter().map(|odd| odd.exp()).sum();
    odds.map(|odd| odd.exp() / sum)
}

#[test]
fn the_digest_tells_nets_of_other_weights_apart() {
    assert_eq!(net(4).digest(), net(4).digest());
    assert_ne!(net(4).digest(), net(5).digest());
    let read = Net::from_bytes(&net(4).to_bytes().unwrap()).unwrap();
    assert_eq!(read.digest(), net(4).digest());
}

#[test]
fn whole_numbers_say_what_real_ones_say() {
    let (weights, net) = (weights(4), net(4));
    let men = [0, 3, 7, 12, 22, 29];
    let measures = [(0, 1), (5, -2), (11, 3)];
    for turn in 0..2 {
        for bucket in 0..SHAPE.buckets {
            let head = Head { turn, bucket };
            let mut sums = net.accumulator();
            net.change(&mut sums, Change { gone: &[], come: &men });
            let said = net.chances(&sums, &measures, head);
            let wanted = odds(&weights, &men, &measures, head);
            for (said, wanted) in [said.attackers, said.draw, said.defenders].into_iter().zip(wanted) {
                assert!((said - wanted).abs() < 0.02, "{said} for {wanted}");
            }
        }
    }
}

#[test]
fn sums_that_follow_changes_are_those_made_at_once() {
    let net = net(9);
    let (mut followed, mut at_once) = (net.accumulator(), net.accumulator());
    for step in 0..200usize {
        let (gone, come) = (step % 30, (step * 7 + 3) % 30);
        if step > 0 {
            net.change(&mut followed, Change { gone: &[(step * 7 - 4) % 30], come: &[(step - 1) % 30] });
        }
        let head = Head { turn: step % 2, bucket: step % 3 };
        let change = Change { gone: &[gone], come: &[come] };
        let score = net.score(&mut followed, change, &[(3, 1)], head);
        let mut fresh = net.accumulator();
        net.change(&mut fresh, change);
        assert_eq!(followed, fresh);
        assert_eq!(net.score(&mut at_once, change, &[(3, 1)], head), score);
        at_once = net.accumulator();
    }
}

#[test]
fn every_instruction_set_gives_the_same_numbers() {
    // The wide path is the machine's, the plain one is compiled for any.
    let net = net(2);
    let mut chance = 7usize;
    for _ in 0..500 {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
        let men: Vec<usize> = (0..6).map(|i| (chance >> (8 * i)) % SHAPE.men).collect();
        let measures = [((chance >> 50) as u16 % 12, (chance >> 55) as i16 % 5 - 2)];
        let head = Head { turn: chance >> 60 & 1, bucket: (chance >> 40) % 3 };
        let mut sums = net.accumulator();
        let change = Change { gone: &[], come: &men };
        let mut plain = net.accumulator();
        assert_eq!(net.odds_plain(&mut plain, change, &measures, head), net.odds(&mut sums, change, &measures, head));
        assert_eq!(plain, sums);
    }
}

#[test]
fn a_file_is_read_as_it_was_written_and_damage_is_told() {
    let net = net(1);
    let bytes = net.to_bytes().unwrap();
    assert_eq!(Net::from_bytes(&bytes).unwrap(), net);
    for at in (0..bytes.len()).step_by(997).chain([8, 11, 20, bytes.len() - 1]) {
        let mut spoilt = bytes.clone();
        spoilt[at] ^= 0x10;
        let told = Net::from_bytes(&spoilt);
        assert!(told.is_err(), "byte {at}");
    }
    assert!(matches!(Net::from_bytes(&bytes[..bytes.len() - 5]), Err(NetError::Length { .. })));
    assert!(matches!(Net::from_bytes(b"HNEFINET"), Err(NetError::Length { .. })));
    assert!(matches!(Net::from_bytes(b"a picture"), Err(NetError::NoNet)));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(
        Net::from_bytes(&newer).unwrap_err().to_string(),
        "the net's file is of version 9; this program reads version 1"
    );
}

/// The file of a net with some bytes changed and the right checksum.
fn changed(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = net(1).to_bytes().unwrap();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    let body = file.len() - 4;
    let sum = crc32fast::hash(&file[..body]).to_le_bytes();
    file[body..].copy_from_slice(&sum);
    file
}

#[test]
fn another_card_changes_nothing_else() {
    let card = u32::from_le_bytes(net(1).to_bytes().unwrap()[18..22].try_into().unwrap()) as usize;
    let wide = Net::from_bytes(&changed(22 + card, &600i16.to_le_bytes())).unwrap();
    assert_ne!(Net::new(&wide.weights(), wide.card().clone()).unwrap(), wide);
    let card = Card { name: "other".to_owned(), ..wide.card().clone() };
    let other = wide.clone().with_card(card.clone()).unwrap();
    let read = Net::from_bytes(&other.to_bytes().unwrap()).unwrap();
    assert_eq!((read.digest(), read.card()), (wide.digest(), &card));
    assert_eq!((&read.men, &read.straight), (&wide.men, &wide.straight));
    assert!(matches!(wide.with_card(Card { scale: 0, ..card }), Err(NetError::Scale(0))));
}

#[test]
fn weights_begin_at_a_multiple_of_1024_bytes_whatever_the_card_says() {
    for length in 0..70 {
        let net = Net::new(&weights(1), Card { name: "n".repeat(length), ..Card::default() }).unwrap();
        let bytes = net.to_bytes().unwrap();
        let card = u32::from_le_bytes(bytes[18..22].try_into().unwrap());
        assert_eq!((22 + card) % 1024, 0);
        assert_eq!(Net::from_bytes(&bytes).unwrap(), net);
    }
}

#[test]
fn a_card_that_is_longer_than_any_file_is_refused() {
    let told = Net::from_bytes(&changed(18, &[0xff; 4])).unwrap_err();
    assert!(matches!(told, NetError::Length { wanted, .. } if wanted >= u32::MAX as usize), "{told}");
}

#[test]
fn numbers_that_the_arithmetic_does_not_allow_are_refused() {
    let length = net(1).to_bytes().unwrap().len();
    // The last number of the measures, and the first one that an output begins with.
    let begins = length - 4 - 4 * (SHAPE.heads() + 2 * SHAPE.measures) * Shape::OUTPUTS;
    for (at, number) in [(length - 8, 1 << 24), (length - 8, -(1 << 24)), (begins, 1 << 24), (begins, -(1 << 24))] {
        Net::from_bytes(&changed(at, &i32::to_le_bytes(number))).unwrap();
        let told = Net::from_bytes(&changed(at, &i32::to_le_bytes(number + number.signum()))).unwrap_err();
        assert!(matches!(told, NetError::Wide(wide) if wide == number + number.signum()), "{told}");
    }
    let told = Net::from_bytes(&changed(begins, &i32::MIN.to_le_bytes())).unwrap_err();
    assert!(matches!(told, NetError::Wide(i32::MIN)), "{told}");

    let text = String::from_utf8(net(1).to_bytes().unwrap()[22..].iter().copied().take_while(u8::is_ascii).collect());
    let scale = 22 + text.unwrap().find("\"scale\":200").unwrap() + "\"scale\":".len();
    Net::from_bytes(&changed(scale, b"999")).unwrap();
    for (number, found) in [(b"  0", 0), (b" -5", -5)] {
        let told = Net::from_bytes(&changed(scale, number)).unwrap_err();
        assert!(matches!(told, NetError::Scale(scale) if scale == found), "{told}");
    }
    for scale in [0, -1, 10_001] {
        let told = Net::new(&weights(1), Card { scale, ..Card::default() }).unwrap_err();
        assert!(matches!(told, NetError::Scale(found) if found == scale), "{told}");
    }
}

#[test]
fn the_farthest_odds_are_chances_and_scores() {
    for sign in [-1.0, 1.0] {
        let mut weights = Weights::zero(SHAPE);
        weights.out_bias.iter_mut().for_each(|weight| *weight = sign * 1e9);
        weights.straight.iter_mut().for_each(|weight| *weight = sign * 1e9);
        // Whatever speaks for the attackers the other way.
        weights.straight.iter_mut().step_by(3).for_each(|weight| *weight = -*weight);
        let net = Net::new(&weights, Card { scale: 10_000, ..Card::default() }).unwrap();
        assert_eq!(Net::from_bytes(&net.to_bytes().unwrap()).unwrap(), net);
        for times in [-30_000, -127, 0, 100, 30_000] {
            let measures: Vec<(u16, i16)> = (0..12).map(|measure| (measure, times)).collect();
            let head = Head { turn: 0, bucket: 0 };
            let chances = net.chances(&net.accumulator(), &measures, head);
            let sum = chances.attackers + chances.draw + chances.defenders;
            assert!((sum - 1.0).abs() < 1e-5, "{chances:?}");
            let score = net.score(&mut net.accumulator(), Change::default(), &measures, head);
            let points = chances.attackers_points();
            assert!((points - 0.5).abs() < 1e-3 || (score > 0) == (points > 0.5), "{score} for {chances:?}");
        }
    }
}

#[test]
fn the_weights_of_a_net_make_the_same_net() {
    for seed in [3, 8] {
        let net = net(seed);
        assert_eq!(Net::new(&net.weights(), net.card().clone()).unwrap(), net);
    }
}

#[test]
fn weights_of_another_shape_are_refused() {
    let mut weights = weights(1);
    weights.men.pop();
    assert!(matches!(Net::new(&weights, Card::default()), Err(NetError::Weights(_))));
    let narrow = Weights::zero(Shape { hidden: 32, ..SHAPE });
    assert!(matches!(Net::new(&narrow, Card::default()), Err(NetError::Shape(_))));
}
