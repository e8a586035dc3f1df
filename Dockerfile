# npm pack && docker build --tag assay .
# docker run --rm --network host --user "$(id -u)" --volume "$PWD:/work" assay run --target acme.yaml --out report
FROM node:22.12.0-slim
COPY assay-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund --ignore-scripts /tmp/assay-*.tgz && rm /tmp/assay-*.tgz
USER node
WORKDIR /work
ENTRYPOINT ["assay"]
