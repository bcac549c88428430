// @ts-check
// Mouse, pen and finger on the board, told apart into taps, drags, scrolling and drawing.

/**
 * @typedef {object} Hands
 * @property {(x: number, y: number) => string | null} squareAt the square at a point of the window
 * @property {(square: string, type: string) => boolean} canDrag
 * @property {(square: string) => void} tap
 * @property {(square: string) => void} lift
 * @property {(x: number, y: number, square: string | null, type: string) => void} carry to a point of the window, over a square
 * @property {(square: string | null) => void} drop
 * @property {(from: string, to: string) => void} astray a mouse or pen pulls from one square to another where nothing can be dragged
 * @property {Drawing} [draw] where the right button, or a long press, draws
 */

/**
 * @typedef {object} Drawing
 * @property {(square: string) => void} begin
 * @property {(square: string | null) => void} over
 * @property {(square: string | null, keys: {red: boolean, blue: boolean}) => void} end over no square where it is given up
 */

// A finger trembles more than a mouse.
const THRESHOLD = { mouse: 4, pen: 6, touch: 10 };
/** How long a finger rests before it draws, in milliseconds. */
const LONG_PRESS = 450;

/**
 * @param {HTMLElement} surface
 * @param {Hands} hands
 */
export function followPointer(surface, hands) {
  /** @type {{id: number, x: number, y: number, square: string, type: string, state: 'down' | 'drag' | 'draw' | 'gone'} | null} */
  let hold = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  const draw = () => {
    if (hold?.state !== 'down') return;
    hold.state = 'draw';
    hands.draw?.begin(hold.square);
  };

  surface.addEventListener('pointerdown', (event) => {
    const right = event.button === 2 && hands.draw !== undefined;
    if (!event.isPrimary || (event.button !== 0 && !right)) return;
    const square = hands.squareAt(event.clientX, event.clientY);
    if (!square) return;
    hold = { id: event.pointerId, x: event.clientX, y: event.clientY, square, type: event.pointerType, state: 'down' };
    surface.setPointerCapture(event.pointerId);
    clearTimeout(resting);
    if (right) draw();
    else if (hands.draw && event.pointerType === 'touch') resting = setTimeout(draw, LONG_PRESS);
  });

  surface.addEventListener('pointermove', (event) => {
    if (!hold || event.pointerId !== hold.id) return;
    const far = Math.hypot(event.clientX - hold.x, event.clientY - hold.y);
    const threshold = THRESHOLD[/** @type {keyof typeof THRESHOLD} */ (hold.type)] ?? THRESHOLD.mouse;
    if (hold.state === 'draw') hands.draw?.over(hands.squareAt(event.clientX, event.clientY));
    if (hold.state === 'down' && far > threshold) {
      hold.state = hands.canDrag(hold.square, hold.type) ? 'drag' : 'gone';
      if (hold.state === 'drag') hands.lift(hold.square);
    }
    if (hold.state === 'drag') hands.carry(event.clientX, event.clientY, hands.squareAt(event.clientX, event.clientY), hold.type);
  });

  surface.addEventListener('pointerup', (event) => {
    if (!hold || event.pointerId !== hold.id) return;
    const { state, square, type } = hold;
    hold = null;
    clearTimeout(resting);
    const over = hands.squareAt(event.clientX, event.clientY);
    if (state === 'draw') hands.draw?.end(over, { red: event.shiftKey || event.ctrlKey, blue: event.altKey });
    else if (state === 'drag') hands.drop(over);
    else if (state === 'gone' && type !== 'touch' && over && over !== square) hands.astray(square, over);
    else if (state === 'down' && over === square) hands.tap(square);
  });

  // The browser took the finger for scrolling, or the window lost it.
  surface.addEventListener('pointercancel', (event) => {
    if (!hold || event.pointerId !== hold.id) return;
    const { state } = hold;
    hold = null;
    clearTimeout(resting);
    if (state === 'drag') hands.drop(null);
    if (state === 'draw') hands.draw?.end(null, { red: false, blue: false });
  });

  if (!hands.draw) return;
  surface.addEventListener('contextmenu', (event) => event.preventDefault());
  // A finger that draws does not scroll.
  surface.addEventListener('touchmove', (event) => { if (hold?.state === 'draw' && event.cancelable) event.preventDefault(); }, { passive: false });
}
