import { type Endpoint, isNone } from '@folkmoot/contract/core/endpoint.ts';
import { Problem } from '@folkmoot/contract/core/problem-schema.ts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** JSON Schema (draft 2020-12, which OpenAPI 3.1 uses as it is) of what goes in or comes out. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

const WHO: Record<Endpoint['who'], string> = {
  public: 'Anyone can call it.',
  signedIn: 'The caller must be signed in.',
  member: 'The caller must be a member of the community.',
};

function parametersOf(endpoint: Endpoint): Json[] {
  const path = Object.entries((endpoint.params as unknown as z.ZodObject).shape).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
  if (isNone(endpoint.query)) return path;
  const query = schemaOf(endpoint.query, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return [
    ...path,
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    })),
  ];
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const problems = Map.groupBy(endpoint.refuses, (refusal) => refusal.status);
  const needs = endpoint.needs.length > 0 ? ` Permissions: ${endpoint.needs.join(', ')}.` : '';
  return {
    operationId: name,
    summary: endpoint.summary,
    description: WHO[endpoint.who] + needs,
    tags: [
      endpoint.path.startsWith('/auth')
        ? 'sign-in'
        : /servers|members|invite|permissions|alias|profile\/(?:users|list)/.test(endpoint.path)
          ? 'communities'
          : /conversations|reactions/.test(endpoint.path)
            ? 'conversations'
            : /channels|categories/.test(endpoint.path)
              ? 'channels'
              : 'accounts',
    ],
    ...(endpoint.who === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: parametersOf(endpoint),
    ...(isNone(endpoint.body)
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(endpoint.returns, 'output') } } },
      ...Object.fromEntries(
        [...problems].map(([status, refusals]) => [
          status,
          {
            description: refusals.map((one) => `\`${one.code}\`: ${one.message}`).join('\n\n'),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  };
}

/**
 * The whole API as an OpenAPI 3.1 document, made from the contract alone.
 *
 * @param endpoints by the name each has in the contract.
 */
export function openApi(endpoints: ReadonlyMap<string, Endpoint>, title: string, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version,
      description:
        'Every endpoint of the product. Errors have one shape, `Problem`; `message` is the sentence a person reads.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  };
}
