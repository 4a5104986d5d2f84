/** A part of the stack that answers requests. */
export interface Service {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}
