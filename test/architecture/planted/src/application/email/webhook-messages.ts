import { bus } from '@nestjs/cqrs';

export const messages = bus;
