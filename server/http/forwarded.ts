import type { FastifyInstance } from 'fastify';

const warning =
  'A call came with the address of its sender in a header, but TRUST_PROXY is off: if the portal stands behind a proxy, set TRUST_PROXY=true, or all callers count as one address.';

/**
 * Behind a proxy that is not trusted all callers share the proxy's address, and with it the limits of
 * sign-ins: whoever runs the portal should hear of it before the users do. Once, since anybody can
 * send such a header.
 */
export function warnOfForwarded(app: FastifyInstance, trustProxy: boolean): void {
  let warned = trustProxy;
  app.addHook('onRequest', ({ headers, log }, _reply, done) => {
    if (!warned && (headers['x-forwarded-for'] ?? headers.forwarded)) {
      warned = true;
      log.warn(warning);
    }
    done();
  });
}
