"""The playground in a browser: what is typed, and what it shows for that."""
import json

from browser import Browser

# Kept when the page has shown all that is asked for.
IDLE = """
new Promise(keep => {
  const look = () => {
    if (document.querySelector('main')?.getAttribute('aria-busy') === 'false')
      keep();
    else
      setTimeout(look, 5);
  };
  look();
})
"""

# What every open place of the view shows.
RESULTS = """
[...document.querySelectorAll('form:not([hidden]) [data-run]')]
  .filter(place => !place.closest('details:not([open])') && place.dataset.status)
  .map(place => ({
    run: place.dataset.run,
    brief: place.classList.contains('brief'),
    command: place.querySelector('.command').textContent,
    status: +place.dataset.status,
    output: place.querySelector('.output')?.textContent ?? '',
    errors: place.querySelector('.errors')?.textContent ?? '',
    picture: (svg => {
      if (!svg) return null;
      const copy = svg.cloneNode(true);
      copy.removeAttribute('style');
      return copy.outerHTML;
    })(place.querySelector('.picture')?.shadowRoot.firstElementChild),
  }))
"""


class Playground(Browser):
    def __init__(self, path):
        super().__init__()
        self.address = "file://" + path

    def show(self, fragment=""):
        self.open(self.address + fragment)
        self.settle()

    def settle(self):
        self.evaluate(IDLE)

    def fill(self, name, text):
        """Types the text in place of what a field of the view has."""
        self.evaluate("(field => { field.focus(); field.select(); })"
                      f"(document.querySelector('form:not([hidden]) [name={name}]'))")
        self.type(text)

    def open_details(self):
        """Opens all of them, and waits for what is in those of the view."""
        self.evaluate("document.querySelectorAll('details')"
                      ".forEach(details => { details.open = true; })")
        self.wait("(view => view.classList.contains('stale') ||"
                  " [...view.querySelectorAll('[data-run]')]"
                  ".every(place => place.dataset.status))"
                  "(document.querySelector('form:not([hidden])'))")
        self.settle()

    def results(self):
        return self.evaluate(RESULTS)

    def parsed(self, svg):
        """An SVG as the browser writes it."""
        return self.evaluate(
            "(text => { const host = document.createElement('div');"
            " host.innerHTML = text; return host.firstElementChild.outerHTML; })"
            f"({json.dumps(svg)})")
