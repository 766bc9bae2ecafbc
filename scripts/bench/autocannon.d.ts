/** The part of autocannon that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  type Request = { path: string };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    headers?: Readonly<Record<string, string>>;
    requests?: readonly ({ setupRequest(request: Request): Request } | Request)[];
    /** Threads that ask, beside this one. */
    workers?: number;
  };
  type Result = { requests: { average: number }; latency: { p50: number; p99: number }; non2xx: number; errors: number };
  export default function autocannon(options: Options): Promise<Result>;
}
