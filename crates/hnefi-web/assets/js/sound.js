// @ts-check
// Quiet sounds, made here and now: wood on wood for a move, two knocks for a capture, two notes for an end, two the other
// way round for a friend who comes, and two short ones for time that gets low.

import { remember, remembered } from './dom.js';

/** @type {AudioContext | null} */
let audio = null;

// Browsers let a page sound only after its reader has touched it.
for (const event of ['pointerdown', 'keydown']) {
  document.addEventListener(event, () => { if (soundOn()) wake(); }, { once: true, passive: true });
}

export const soundOn = () => remembered('sound') !== 'off';

/** @param {boolean} on */
export function setSound(on) {
  remember('sound', on ? 'on' : 'off');
  if (on) { wake(); play('move'); }
}

/** @param {'move' | 'capture' | 'end' | 'come' | 'low'} what */
export function play(what) {
  if (!soundOn() || !audio || audio.state !== 'running') return;
  if (what === 'end') {
    note(330, 0, 0.9);
    note(247, 0.22, 1.2);
  } else if (what === 'come') {
    note(247, 0, 0.5);
    note(330, 0.18, 0.9);
  } else if (what === 'low') {
    note(660, 0, 0.25);
    note(660, 0.2, 0.3);
  } else {
    knock(0, 1);
    if (what === 'capture') knock(0.11, 0.7);
  }
}

function wake() {
  audio ??= new AudioContext();
  void audio.resume();
}

/** @param {number} after seconds from now @param {number} strength 0 to 1 */
function knock(after, strength) {
  if (!audio) return;
  const at = audio.currentTime + after;
  const length = 0.09;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-i / samples.length) * 9);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const body = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 620 * (0.6 + 0.4 * strength), Q: 2.4 });
  const level = new GainNode(audio, { gain: 0.35 * strength });
  source.connect(body).connect(level).connect(audio.destination);
  source.start(at);
}

/** @param {number} pitch in hertz @param {number} after @param {number} length in seconds */
function note(pitch, after, length) {
  if (!audio) return;
  const at = audio.currentTime + after;
  const tone = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(0.09, at + 0.02);
  level.gain.exponentialRampToValueAtTime(0.0005, at + length);
  tone.connect(level).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}
