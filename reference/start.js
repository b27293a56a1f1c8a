/** Requests go to where this page came from: its policy allows no other address, and the public one may be unreachable here. */
function toThisServer(request) {
  const { pathname, search } = new URL(request.url, location.href);
  return Object.assign(request, { url: `${location.origin}${pathname}${search}` });
}

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  docExpansion: 'list',
  // A key that was typed in is gone with the page.
  persistAuthorization: false,
  requestInterceptor: toThisServer,
  // Nobody else is told what is shown here.
  validatorUrl: null,
});
