# One image: by itself a whole site, and in compose.yaml each of many processes. Nothing secret is needed to build it and
# none is kept.

FROM python:3.11-slim AS packages
COPY requirements.lock /
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes --requirement /requirements.lock

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 RIGHT_BOWER_HOME=/data STATIC_ROOT=/site/static
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin bower && install -d -m 700 -o bower -g bower /data
COPY --from=packages /venv /venv
WORKDIR /site
COPY manage.py .
COPY templates templates
COPY games games
COPY tournaments tournaments
COPY euchre_site euchre_site
COPY locale locale
# The site gives them out: players check with them what was dealt.
COPY docs/verify_game.py docs/
COPY docs/verify_deal.py docs/
# The key signs nothing: collecting files only wants that there is one.
RUN SECRET_KEY=of-the-build python manage.py collectstatic --noinput --verbosity 0 && python -m compileall -q .
USER bower
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz/live', timeout=8)"]
# The whole site on one volume. It needs no other process, and brings the data of an older version up to date.
VOLUME /data
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
