# Posthorn as a container, from the package that `npm run release` makes: the server with every role, or with those that
# POSTHORN_ROLES names. docs/operations.md has the rest.
ARG NODE_IMAGE=node:22-slim

FROM ${NODE_IMAGE} AS package
WORKDIR /posthorn
COPY dist/release/posthorn-*.tgz /posthorn.tgz
RUN tar --extract --gzip --file /posthorn.tgz --strip-components=1 && npm ci --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /posthorn
RUN mkdir --mode=0700 /data && chown node:node /data
COPY --from=package /posthorn ./
USER node
VOLUME /data
# The API, and submission over SMTP: `docker run -p 587:10587 -p 465:10465` maps the ports that mail programs know.
EXPOSE 3000 10025 10587 2587 10465 2465
# PORT=0, a free port of the system's choice, is nothing for a container.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# What `npm start` runs, without npm between them: the server takes the place of the shell, so that signals reach it.
CMD ["sh", "-c", "exec env $(node dist/bundle/node-command.js 2>/dev/null || echo node) dist/bundle/main.js"]
