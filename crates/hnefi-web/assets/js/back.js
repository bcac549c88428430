// @ts-check
// A page that says what is wrong with a form leads back to it, as it was filled in.

const back = document.getElementById('back');
if (back && history.length > 1 && document.referrer.startsWith(`${location.origin}/`)) {
  back.hidden = false;
  back.addEventListener('click', () => history.back());
}
