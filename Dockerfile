# scrub as an image that runs without rights, without a network and without writing to itself: see docs/install.md.
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE hatch_build.py ./
COPY scrubber scrubber
COPY lexicons lexicons
COPY patterns patterns
COPY examples examples
COPY docs docs
RUN python -m venv /opt/scrub && /opt/scrub/bin/pip install --no-cache-dir '.[formats,map]'

FROM python:3.12-slim
COPY --from=build /opt/scrub /opt/scrub
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin scrub
ENV PATH=/opt/scrub/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER scrub
WORKDIR /notes
ENTRYPOINT ["scrub"]
CMD ["--help"]
