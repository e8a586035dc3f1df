export type {
  BlockedEvent,
  CaseEvent,
  EmittedEvent,
  ExchangeEvent,
  IntentEvent,
  RequestMessage,
  ResponseMessage,
  SecretEvent,
  StateEvent,
  TraceEvent,
  TransportFailure,
} from '../model/types.ts';
