export declare function masterCf(listener: { readonly host: string; readonly port: number }): string;
