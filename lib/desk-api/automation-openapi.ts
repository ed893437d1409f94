import * as z from 'zod'
import {
  checkRequest,
  draftView,
  fileList,
  fileQuery,
  fileView,
  idList,
  problem,
  registerRequest,
  runView,
} from './automation'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'output') => z.toJSONSchema(schema, { io })
const json = (schema: z.ZodType, io?: 'input' | 'output') => ({
  'application/json': { schema: schemaOf(schema, io) },
})

const response = (description: string, schema: z.ZodType) => ({ description, content: json(schema) })
const problems = {
  default: {
    description: 'A problem (RFC 9457).',
    content: { 'application/problem+json': { schema: schemaOf(problem) } },
  },
}

const queryParameters = Object.entries(fileQuery.shape).map(([name, schema]) => ({
  name,
  in: 'query',
  required: false,
  schema: schemaOf(schema, 'input'),
}))
const connection = {
  name: 'connection',
  in: 'query',
  schema: { type: 'string' },
  description: 'Default: the draft’s.',
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 255 },
  description: 'The same key again is the same request. With another request it is refused (422).',
}

/** OpenAPI 3.1 of the calls of programs. @param server the origin of the desk */
export const automationOpenApi = (server: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Lading desk API',
    version: '1',
    description:
      'Programs deliver files, check their drafts and register their orders. See docs/automation.md.',
  },
  servers: [{ url: server }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An automation key.' } },
  },
  paths: {
    '/desk-api/v1/files': {
      post: {
        summary: 'Deliver a file (scope intake)',
        parameters: [...queryParameters, idempotencyKey],
        requestBody: {
          description: 'The file, with its name in the query; or a form with one part, the file.',
          required: true,
          content: {
            'application/octet-stream': {},
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
                additionalProperties: false,
              },
            },
          },
        },
        responses: {
          200: response('The same contents had arrived before.', fileView),
          202: response('Received; it becomes a draft soon.', fileView),
          ...problems,
        },
      },
      get: {
        summary: 'The newest files (scope intake)',
        parameters: [{ name: 'sha256', in: 'query', schema: { type: 'string' } }],
        responses: { 200: response('The newest first, at most 50.', fileList), ...problems },
      },
    },
    '/desk-api/v1/files/{id}': {
      get: {
        summary: 'How far a file is (scope intake)',
        parameters: [id],
        responses: { 200: response('The file.', fileView), ...problems },
      },
    },
    '/desk-api/v1/drafts/{id}': {
      get: {
        summary: 'Counts and errors of a draft (scope intake)',
        parameters: [id, connection],
        responses: { 200: response('What its sheet shows.', draftView), ...problems },
      },
    },
    '/desk-api/v1/drafts/{id}/check': {
      post: {
        summary: 'Check a draft again (scope intake)',
        parameters: [id, idempotencyKey],
        requestBody: { content: json(checkRequest, 'input') },
        responses: { 202: response('The check.', runView), ...problems },
      },
    },
    '/desk-api/v1/drafts/{id}/register': {
      post: {
        summary: 'Register the ready and waiting orders of a draft (scope register)',
        parameters: [id, idempotencyKey],
        requestBody: { required: true, content: json(registerRequest, 'input') },
        responses: {
          200: response(
            'Nothing was started: these orders are at the service already, or a person paused their run. The earlier registration.',
            runView,
          ),
          202: response(
            'The registration. The same again for a request that is repeated with its key.',
            runView,
          ),
          ...problems,
        },
      },
    },
    '/desk-api/v1/drafts/{id}/runs/{run}': {
      get: {
        summary: 'How far a check or a registration is (scope intake)',
        parameters: [id, { ...id, name: 'run' }],
        responses: { 200: response('The run.', runView), ...problems },
      },
    },
    '/desk-api/v1/drafts/{id}/ids': {
      get: {
        summary: 'Ids of registered orders (scope intake)',
        parameters: [id, connection, { name: 'format', in: 'query', schema: { enum: ['json', 'csv'] } }],
        responses: { 200: response('The ids; as CSV beside the rows of the file.', idList), ...problems },
      },
    },
  },
})
