# One image for the web server and the workers; docker-compose.yml says which of the two a container is.
# Bases are named by tag and not by digest: there was no registry to ask where this was made. Pin them where you build.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 \
    CORRAL_NO_BOOTSTRAP=1 \
    NUMBA_CACHE_DIR=/var/cache/corral

WORKDIR /corral
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes --requirement requirements.lock
# Words of pictures that are drawn here, as PNG.
RUN apt-get update && apt-get install --yes --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
COPY app.py bootstrap.py gunicorn.conf.py pyproject.toml README.md CHANGELOG.md ./
COPY corral ./corral
COPY engine ./engine
COPY workers ./workers
COPY components ./components
COPY commands ./commands
COPY lessons ./lessons

# The kernels are compiled here, for any processor of this kind, so that no container does it again.
RUN useradd --system --create-home corral \
    && mkdir -p "$NUMBA_CACHE_DIR" \
    && python -c "import os; from workers.kernels import compile_all; compile_all(os.cpu_count())" \
    && mkdir -p /home/corral/.cache/corral \
    && chown -R corral "$NUMBA_CACHE_DIR" /home/corral/.cache
USER corral

EXPOSE 8050
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8050/healthz/web', timeout=3)"]
CMD ["gunicorn", "--bind", "0.0.0.0:8050", "app:server"]
