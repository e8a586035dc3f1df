/** @typedef {{ id: string, operation: string, caller?: string, method: string, path: string, headers: Record<string, string>, body: any }} ScriptRequest */
/** @typedef {{ name: string, given: { state: string, params?: object, as?: string }[], prepare: ScriptRequest[], request: ScriptRequest }} Example */
/** @typedef {{ name: string, request: ScriptRequest, status: number }} Ready */
/** @typedef {[value: string, name: string]} Known a secret, and what stands for it in rows */
/** @typedef {{ kinds: Record<string, string>, name: (kind: string, value: string) => string, known: Known[] }} Secrets fields that hold them, what stands for them, those found */
/** @typedef {{ name: string, role: string, every: boolean }} LimitHeader */
/** @typedef {{ generator: string, salt: string, known: Known[], ready: Ready[] }} Prepared */
/** @typedef {{ status: number, headers: Record<string, string>, body: string | null, error_code: number, timings: Timings }} Answer what is looked at of k6's response */
/** @typedef {{ blocked: number, connecting: number, tls_handshaking: number, duration: number }} Timings in milliseconds */
/** @typedef {{ rate: number, connections: number, segment: string | null | undefined, baseUrl: string, key: string | undefined }} Load of all generators together, and the segment of it that is this one's */
