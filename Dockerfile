# drawbard in a small image: built in one stage, run by an unprivileged user in the other. The packages of both are
# the lists of tools/setup.sh, the build is tools/run's.
FROM debian:12-slim AS build
WORKDIR /src
COPY tools/setup.sh tools/
RUN bash -c '. tools/setup.sh && install_packages "${packages_run[@]}"'
COPY . .
RUN tools/run --build-only && strip build/release/bin/drawbard build/release/bin/drawbar build/release/bin/drawbar-import

FROM debian:12-slim
COPY tools/setup.sh /tmp/
RUN bash -c '. /tmp/setup.sh && install_packages "${packages_runtime[@]}"' && rm -rf /tmp/setup.sh /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin drawbar
COPY --from=build /src/build/release/bin/drawbard /src/build/release/bin/drawbar /usr/local/bin/
COPY --from=build /src/build/release/bin/drawbar-import /usr/local/libexec/drawbar/
COPY --from=build /src/scenes/*.json /src/scenes/*.png /src/scenes/*.csv /usr/local/share/drawbar/scenes/
COPY --from=build /src/scenes/exercises /usr/local/share/drawbar/scenes/exercises/
COPY --from=build /src/scenes/writing /usr/local/share/drawbar/scenes/writing/
# Recordings go here; mount a volume to keep them.
WORKDIR /data
USER drawbar
EXPOSE 4040/tcp 4040/udp 8040/tcp
# No curl in the image: bash opens the connection itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8040 && printf 'GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1:8040\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["drawbard", "--bind", "0.0.0.0", "--token-file", "/run/secrets/drawbar"]
CMD ["/usr/local/share/drawbar/scenes/krt100_trolley.json"]
