# Loftling with everything that it needs, built. docs/operations.md, "In containers".
FROM node:24.21.0-bookworm-slim

# Volumes take the rights of the folder that they are mounted over, and nothing here runs as root.
RUN mkdir -p /app /data && chown node:node /app /data
USER node
WORKDIR /app
COPY --chown=node:node . .

# Settings that end up in built pages. At run time they are the same, or the first start builds again.
ARG SITE_URL=
ARG LOCALE_HOSTS=
ARG RENDER_CATALOGUE=
ARG SITE_VARIANT=
ARG SERVER_REGION=
ENV SITE_URL=$SITE_URL LOCALE_HOSTS=$LOCALE_HOSTS RENDER_CATALOGUE=$RENDER_CATALOGUE SITE_VARIANT=$SITE_VARIANT SERVER_REGION=$SERVER_REGION

# Installs what package-lock.json lists, and builds: what `npm run build` does.
RUN --mount=type=cache,target=/home/node/.npm,uid=1000,gid=1000 node scripts/run.mjs build

ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=4321 DATA_DIR=/data/loftling
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# What `npm start` runs, without npm between a signal and the server.
CMD ["node", "--expose-gc", "--max-semi-space-size=16", "--heap-growing-percent=45", "scripts/run.mjs", "start"]
