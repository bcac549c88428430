// @ts-check
// A game that a server keeps.

import { byId } from './dom.js';
import { begin } from './game.js';
import { Line } from './line.js';

const { socket = '', text = '', rules, game } = byId('game').dataset;
begin((options) => new Line({ socket, text, file: `hnefi-${rules}-${game}.txt` }, options));
