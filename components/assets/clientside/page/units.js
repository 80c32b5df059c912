// The units in which quantities are told: as people think of them, or as papers print them. The choice is kept in a
// cookie, since the server makes the pictures; what is on the page stands in its address, so it is loaded anew.

const A_YEAR = 365 * 24 * 3600;

export function start() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("[data-units]");
    if (!button) return;
    document.cookie = "corral-units=" + button.dataset.units + "; path=/; max-age=" + A_YEAR + "; samesite=lax";
    window.location.reload();
  });
}
