// @ts-check
// Who has logged in, in the head of every page. Pages are the same for everybody; the name is in a cookie, which is no secret and proves
// nothing.

const me = document.getElementById('me');
const cookie = document.cookie.split('; ').find((one) => one.startsWith('called='));
if (me instanceof HTMLAnchorElement) {
  const name = cookie && decodeURIComponent(cookie.slice('called='.length));
  if (name) {
    /** @type {Element} */ (me.firstElementChild).textContent = name;
    me.title = name;
  } else if (location.pathname.startsWith('/game/')) me.href = `/log-in?to=${encodeURIComponent(location.pathname)}`;
  me.dataset.called = '';
}
