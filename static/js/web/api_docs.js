/** The API documentation: Swagger UI for the OpenAPI schema. Requests that are tried out on this page are sent as the signed-in user. */

const container = document.getElementById("api-docs");
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI is dark if the page has this class; it does not read the preferred colour scheme itself. */
function applyColorScheme() {
  document.documentElement.classList.toggle("dark-mode", darkScheme.matches);
}

/** Adds the page's CSRF token to requests that change something. @param {{method?: string, headers: Record<string, string>}} request */
function withCsrfToken(request) {
  const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute("content");
  if (token && request.method && request.method !== "GET") request.headers["X-CSRFToken"] = token;
  return request;
}

if (container) {
  applyColorScheme();
  darkScheme.addEventListener("change", applyColorScheme);
  /** @type {any} */ (window).SwaggerUIBundle({
    url: container.dataset.schemaUrl,
    domNode: container,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    requestInterceptor: withCsrfToken,
  });
}
