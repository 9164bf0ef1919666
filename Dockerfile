# The command on the corpus: `docker build -t verdict .`, then `docker run --rm verdict check ring/unique-real`.
# Results go where you mount a folder: `docker run --rm -v "$PWD:/work" verdict check --report junit=out.xml`.
# No Docker was at hand when this was written: the lines behind RUN were run in a shell.
FROM rust:1-slim AS build
WORKDIR /source
COPY . .
RUN cargo build --release --locked -p verdict-cli

FROM debian:stable-slim
COPY --from=build /source/target/release/verdict /usr/local/bin/verdict
COPY --from=build /source/ledger /work/ledger
COPY --from=build /source/traces /work/traces
WORKDIR /work
USER 1000
ENTRYPOINT ["verdict"]
