# One image for the web server and the workers; docker-compose.yml says which of the two a container is.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 \
    CORRAL_NO_BOOTSTRAP=1 \
    NUMBA_CACHE_DIR=/var/cache/corral

WORKDIR /corral
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes --requirement requirements.lock
# Words of pictures that are drawn here, as PNG.
RUN apt-get update && apt-get install --yes --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
COPY app.py bootstrap.py pyproject.toml README.md CHANGELOG.md ./
COPY corral ./corral
COPY engine ./engine
COPY workers ./workers
COPY components ./components
COPY commands ./commands
COPY lessons ./lessons

# The kernels are compiled here, so that no container does it again; those of another kind of processor compile once.
RUN useradd --system --create-home corral \
    && mkdir -p "$NUMBA_CACHE_DIR" \
    && python -c "import os; from workers.kernels import load_kernels; load_kernels(os.cpu_count(), print)" \
    && chown -R corral "$NUMBA_CACHE_DIR"
USER corral

EXPOSE 8050
CMD ["gunicorn", "--bind", "0.0.0.0:8050", "--worker-class", "gthread", "--workers", "2", "--threads", "16", "--limit-request-line", "8190", "app:server"]
