# syntax=docker/dockerfile:1

FROM node:24.19.0-bookworm-slim AS build
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.19.0-bookworm-slim AS packages
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24.19.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /portal
COPY package.json ./
COPY --from=packages /portal/node_modules ./node_modules
COPY --from=build /portal/dist ./dist
# For backups, and for the embedded database where no DATABASE_URL is given.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
