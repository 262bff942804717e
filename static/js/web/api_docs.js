/** The page of the API: Swagger UI over the description, in the scheme of the page, asking as who is signed in. */

const place = document.getElementById("api-docs");
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI has no scheme of its own but a class. */
function follow() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

/** Requests that change something need the token of the page. @param {{method?: string, headers: Record<string, string>}} request */
function withToken(request) {
  const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute("content");
  if (token && request.method && request.method !== "GET") request.headers["X-CSRFToken"] = token;
  return request;
}

if (place) {
  follow();
  dark.addEventListener("change", follow);
  /** @type {any} */ (window).SwaggerUIBundle({
    url: place.dataset.description,
    domNode: place,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    requestInterceptor: withToken,
  });
}
