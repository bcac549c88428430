// @ts-check
// Mouse, pen and finger on the board, told apart into taps, drags and scrolling.

/**
 * @typedef {object} Hands
 * @property {(x: number, y: number) => string | null} squareAt the square at a point of the window
 * @property {(square: string, type: string) => boolean} canDrag
 * @property {(square: string) => void} tap
 * @property {(square: string) => void} lift
 * @property {(x: number, y: number, square: string | null, type: string) => void} carry to a point of the window, over a square
 * @property {(square: string | null) => void} drop
 */

// A finger trembles more than a mouse.
const THRESHOLD = { mouse: 4, pen: 6, touch: 10 };

/**
 * @param {HTMLElement} surface
 * @param {Hands} hands
 */
export function followPointer(surface, hands) {
  /** @type {{id: number, x: number, y: number, square: string, type: string, state: 'down' | 'drag' | 'gone'} | null} */
  let hold = null;

  surface.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const square = hands.squareAt(event.clientX, event.clientY);
    if (!square) return;
    hold = { id: event.pointerId, x: event.clientX, y: event.clientY, square, type: event.pointerType, state: 'down' };
    surface.setPointerCapture(event.pointerId);
  });

  surface.addEventListener('pointermove', (event) => {
    if (!hold || event.pointerId !== hold.id) return;
    const far = Math.hypot(event.clientX - hold.x, event.clientY - hold.y);
    const threshold = THRESHOLD[/** @type {keyof typeof THRESHOLD} */ (hold.type)] ?? THRESHOLD.mouse;
    if (hold.state === 'down' && far > threshold) {
      hold.state = hands.canDrag(hold.square, hold.type) ? 'drag' : 'gone';
      if (hold.state === 'drag') hands.lift(hold.square);
    }
    if (hold.state === 'drag') hands.carry(event.clientX, event.clientY, hands.squareAt(event.clientX, event.clientY), hold.type);
  });

  surface.addEventListener('pointerup', (event) => {
    if (!hold || event.pointerId !== hold.id) return;
    const { state, square } = hold;
    hold = null;
    const over = hands.squareAt(event.clientX, event.clientY);
    if (state === 'drag') hands.drop(over);
    else if (state === 'down' && over === square) hands.tap(square);
  });

  // The browser took the finger for scrolling, or the window lost it.
  surface.addEventListener('pointercancel', (event) => {
    if (!hold || event.pointerId !== hold.id) return;
    const dragging = hold.state === 'drag';
    hold = null;
    if (dragging) hands.drop(null);
  });
}
