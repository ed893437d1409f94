import 'server-only'
import * as z from 'zod'
import { getTranslations } from '@/lib/words/server'
import { readOrigin, splitList } from './parse'

/** How traces are sent. */
export type TraceProtocol = 'http/protobuf' | 'http/json'

const t = getTranslations('terminal.variables')

const traceProtocol = (name: string) =>
  z.enum(['http/protobuf', 'http/json'], { error: () => t('traceProtocol', { name }) }).optional()

/** The variables of traces: OpenTelemetry's own ones, and the services that get their ids. */
export const traceVariables = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z
    .string()
    .regex(/^(otlp|none)$/, { error: () => t('tracesExporter') })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: traceProtocol('OTEL_EXPORTER_OTLP_PROTOCOL'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: traceProtocol('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'),
  TRACE_ORIGINS: z
    .string()
    .transform((list, context) =>
      splitList(list).map(url => readOrigin(url, context, () => t('origins', { name: 'TRACE_ORIGINS' }))),
    )
    .default([]),
}

type TraceVariables = z.output<z.ZodObject<typeof traceVariables>>

/** Traces are sent when an endpoint is set, or the exporter is named, and neither the SDK nor the exporter is off. */
export function readTraceProtocol(v: TraceVariables): TraceProtocol | undefined {
  const isAsked =
    v.OTEL_TRACES_EXPORTER ?? v.OTEL_EXPORTER_OTLP_ENDPOINT ?? v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const isOff = v.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || v.OTEL_TRACES_EXPORTER === 'none'
  if (isAsked === undefined || isOff) return undefined
  return v.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? v.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'
}
