"""Reads a request as OpenTelemetry's collector does, or a page of metrics as Prometheus does, and prints what it holds.

Arguments: traces, metrics or prometheus. Unknown fields and wrong types are errors.
"""

import base64
import json
import sys

form, body = sys.argv[1], sys.stdin.read()


def hex_ids(value):
    """OTLP's JSON has ids in hex where protobuf's own JSON has base64."""
    if isinstance(value, dict):
        return {
            key: base64.b64encode(bytes.fromhex(inner)).decode() if key in ("traceId", "spanId", "parentSpanId") else hex_ids(inner)
            for key, inner in value.items()
        }
    return [hex_ids(inner) for inner in value] if isinstance(value, list) else value


def attributes(pairs):
    return {pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in pairs}


if form == "prometheus":
    from prometheus_client.parser import text_string_to_metric_families

    counts = {}
    for family in text_string_to_metric_families(body):
        if family.type == "histogram":
            counts[family.name] = sum(int(one.value) for one in family.samples if one.name.endswith("_count"))
    print(json.dumps(counts))
    sys.exit()

from google.protobuf.json_format import ParseDict

if form == "traces":
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    request = ParseDict(hex_ids(json.loads(body)), ExportTraceServiceRequest())
    spans = [span for resource in request.resource_spans for scope in resource.scope_spans for span in scope.spans]
    print(json.dumps([
        {
            "name": span.name,
            "id": span.span_id.hex(),
            "trace": span.trace_id.hex(),
            "parent": span.parent_span_id.hex(),
            "start": span.start_time_unix_nano,
            "end": span.end_time_unix_nano,
            "error": span.status.code == 2,
            "attributes": attributes(span.attributes),
        }
        for span in spans
    ]))
else:
    from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest

    request = ParseDict(json.loads(body), ExportMetricsServiceRequest())
    metrics = [one for resource in request.resource_metrics for scope in resource.scope_metrics for one in scope.metrics]
    for metric in metrics:
        for point in metric.histogram.data_points:
            assert len(point.bucket_counts) == len(point.explicit_bounds) + 1, metric.name
            assert sum(point.bucket_counts) == point.count, metric.name
    print(json.dumps({one.name: sum(point.count for point in one.histogram.data_points) for one in metrics}))
