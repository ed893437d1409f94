# Lading in a container: docs/deployment.md. Where Docker Hub cannot be reached, BASE names another image with Node 22.
ARG BASE=docker.io/library/node:22-trixie-slim

FROM ${BASE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
# The commit that Settings › About and the log name: docker build --build-arg LADING_COMMIT=$(git rev-parse --short=8 HEAD) .
ARG LADING_COMMIT=
RUN node --input-type=module -e "await (await import('./scripts/lib/build/build.mjs')).build()"
# What only a build needs, or is bundled into .next already.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf .next/cache .next/diagnostics .next/types .next/trace* .next/build \
    node_modules/@next/swc-* node_modules/@img node_modules/sharp \
    node_modules/@tailwindcss node_modules/tailwindcss node_modules/lightningcss* \
    node_modules/lucide-react node_modules/pretendard node_modules/@base-ui \
    node_modules/recharts node_modules/es-toolkit node_modules/@reduxjs node_modules/react-hook-form \
    node_modules/typescript node_modules/@typescript \
    node_modules/next/dist/esm node_modules/next/dist/docs \
 && find node_modules .next/server \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete

FROM ${BASE} AS runtime
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOST=0.0.0.0 \
    PORT=3000 \
    PUBLIC_URL=http://127.0.0.1:3000 \
    DATA_DIR=/data \
    LOG_REQUESTS=1
RUN groupadd --system --gid 10001 lading \
 && useradd --system --uid 10001 --gid lading --home-dir /data --shell /usr/sbin/nologin lading \
 && install -d -o lading -g lading -m 700 /data
WORKDIR /app
COPY --from=build /app/package.json /app/next.config.js /app/tsconfig.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/public public
COPY --from=build /app/scripts scripts
COPY --from=build /app/lib lib
COPY --from=build /app/docs/manual docs/manual
COPY --from=build /app/.next .next
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=6s --start-period=120s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "scripts/serve.mjs"]

# docker build --target postgres: with the programs that back up and restore a PostgreSQL of the same version or an older one.
FROM runtime AS postgres
USER root
ARG POSTGRES_CLIENT=17
RUN apt-get update \
 && apt-get install --yes --no-install-recommends postgresql-client-${POSTGRES_CLIENT} \
 && apt-get clean && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log
USER 10001:10001

# The last stage is what a build without a target makes.
FROM runtime
