import { z } from 'zod'
import { admitsTokens } from '#server/core/auth/personal-token.ts'
import { api } from '#shared/api.ts'
import { nameOnWire, toFamily, valueOnWire } from '#shared/core/family-names.ts'
import {
  IDEMPOTENCY_HEADER,
  REASON_MAX,
  REASON_PARAMETER,
  type Route,
  STORE_HEADER,
  TOKEN_HEADER,
} from '#shared/core/route.ts'
import examples from './openapi.examples.json' with { type: 'json' }

/**
 * Examples of the calls that others use most: the body of a call and its answer, as on the wire. They are real answers, which
 * `tests/contract/api-examples.test.ts` makes again.
 */
const EXAMPLES: Readonly<Record<string, { body?: unknown; answer: unknown }>> = examples

type Json = Record<string, unknown>

const store = {
  name: STORE_HEADER,
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 64 },
  description: 'Of a personal access token with several stores: the code of the one that the call is about',
}

/**
 * The OpenAPI document of all contracts, generated from them so that it matches the calls; `personOnly` are the actions that personal
 * access tokens never have.
 */
export function openApiDocument(personOnly: ReadonlySet<string>): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [group, contract] of Object.entries(api)) {
    for (const [name, route] of Object.entries(contract) as [string, Route][]) {
      const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
      const operation = operationOf(group, name, route, { schemas, admitsTokens: admitsTokens(route, personOnly) })
      paths[path] ??= {}
      for (const method of [route.method].flat()) {
        Object.assign(paths[path], {
          [method.toLowerCase()]: { ...operation, operationId: `${group}.${name}.${method}` },
        })
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pitlane', version: '1', description: 'Answers are envelopes; `result` is described per call.' },
    components: {
      schemas,
      parameters: { store },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER, description: 'The token of a sign-in' },
        personalToken: {
          type: 'apiKey',
          in: 'header',
          name: TOKEN_HEADER,
          description: 'A personal access token (`plt_…`) with the action of the call',
        },
      },
    },
    paths,
  }
}

interface Surroundings {
  schemas: Json
  admitsTokens: boolean
}

function operationOf(group: string, name: string, route: Route, { schemas, admitsTokens: isOpen }: Surroundings): Json {
  const example = EXAMPLES[`${group}.${name}`]
  const id = `${group}_${name}`
  const body = route.body && schemaOf(`${id}_body`, route.body, 'input', schemas)
  const key = { name: IDEMPOTENCY_HEADER, in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }
  const reason = {
    name: REASON_PARAMETER,
    in: 'query',
    required: false,
    schema: { type: 'string', maxLength: REASON_MAX },
  }
  const methods: readonly string[] = [route.method].flat()
  return {
    tags: [group],
    summary: route.summary,
    description: `Access: ${route.access}${isOpen ? ', also by personal access token' : ''}`,
    security: route.access === 'public' ? [] : [{ token: [] }, ...(isOpen ? [{ personalToken: [] }] : [])],
    parameters: [
      ...parametersOf('path', route.params, id, schemas),
      ...parametersOf('query', route.query, id, schemas),
      ...(isOpen ? [{ $ref: '#/components/parameters/store' }] : []),
      ...(route.idempotent ? [key] : []),
      ...(methods.includes('DELETE') ? [reason] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, ...(example?.body ? { example: example.body } : {}) } },
          },
        }
      : {}),
    ...(route.takes === 'file'
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: fileForm } } } }
      : {}),
    responses: {
      200: {
        description:
          route.answers === 'file'
            ? 'The file; an envelope where there is none'
            : route.answers === 'bare'
              ? 'The result; an envelope of a failure'
              : 'The envelope; success says whether it worked',
        content: {
          ...(route.answers === 'file' ? { 'application/octet-stream': { schema: file } } : {}),
          'application/json': {
            schema:
              route.answers === 'bare'
                ? schemaOf(id, route.result, 'output', schemas)
                : envelopeOf(schemaOf(id, route.result, 'output', schemas)),
            ...(example ? { example: example.answer } : {}),
          },
        },
      },
      ...(route.access === 'public' ? {} : { 401: { description: 'No token' }, 500: { description: 'Token invalid' } }),
    },
  }
}

const file = { type: 'string', format: 'binary' }
const fileForm = { type: 'object', required: ['file'], properties: { file } }

const envelopeOf = (result: Json): Json => ({
  type: 'object',
  required: ['success', 'message', 'code', 'result', 'timestamp'],
  properties: {
    success: { type: 'boolean' },
    message: { type: 'string' },
    code: { type: 'integer' },
    result,
    timestamp: { type: 'integer', description: 'Milliseconds since 1970' },
  },
})

function parametersOf(location: 'path' | 'query', schema: z.ZodType | undefined, id: string, schemas: Json): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(`${id}_${location}`, schema, 'input', schemas) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    schema: property,
    required: location === 'path' || required.includes(name),
  }))
}

/** Describes an object by the wire names of its fields, and an enumeration by its values on the wire. */
function nameAsOnWire({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  if (zodSchema instanceof z.ZodEnum) {
    jsonSchema.enum = zodSchema.options.map((value) =>
      typeof value === 'string' ? valueOnWire(zodSchema, value) : value,
    )
  }
  if (zodSchema instanceof z.ZodDefault) jsonSchema.default = toFamily(zodSchema, jsonSchema.default)
  if (!(zodSchema instanceof z.ZodObject) || !jsonSchema.properties) return
  const { shape } = zodSchema
  const nameOf = (field: string): string => (shape[field] ? nameOnWire(field, shape[field]) : field)
  const renamed = Object.entries(jsonSchema.properties).map(([field, described]) => [nameOf(field), described])
  jsonSchema.properties = Object.fromEntries(renamed)
  if (jsonSchema.required) jsonSchema.required = jsonSchema.required.map(nameOf)
}

/** A JSON schema whose inner definitions (a menu contains menus) are moved to the document's components. */
function schemaOf(id: string, schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: nameAsOnWire }) as Json & {
    $defs?: Json
  }
  const moved = (part: Json): Json =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('"#/$defs/', `"#/components/schemas/${id}_`)
        .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${id}"`),
    )
  for (const [name, definition] of Object.entries($defs)) schemas[`${id}_${name}`] = moved(definition as Json)
  const document = moved(own)
  if (JSON.stringify(document).includes(`"#/components/schemas/${id}"`)) schemas[id] = document
  return document
}
