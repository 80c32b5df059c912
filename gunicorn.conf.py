"""What gunicorn reads by itself where it is started, so that `gunicorn app:server` is everywhere the same.

It has no bound for slow senders: where strangers reach it, a proxy has to stand before it that takes whole requests
first (nginx: `proxy_request_buffering on`, `client_header_timeout`, `client_body_timeout`, `client_max_body_size 21m`,
`limit_conn` by address), passes on `Host`, sets `X-Forwarded-For` and `X-Forwarded-Proto`, and is named in
CORRAL_PROXIES.
"""

bind = "127.0.0.1:8050"

# Threads, since event streams and answers of workers are waited for; a slow head or body takes none of them for longer
# than the proxy allows.
worker_class = "gthread"
workers = 2
threads = 16
worker_connections = 500

# Links hold scenarios; this is the most that gunicorn allows.
limit_request_line = 8190
