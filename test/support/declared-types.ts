import { createRequire } from 'node:module';
import ts from 'typescript';

/*
 * What a typed client believes of an answer: the types that its package declares, read with the compiler, held against
 * what came over the wire.
 */

/** The types of a package's declarations. */
export interface DeclaredTypes {
  /** What of a JSON value is not as the type says that a method resolves to as `data`: `path: expected, got`. */
  problemsOf(method: string, value: unknown): readonly string[];
}

/** Reads the types of `Class`, which the package exports; a method is named by its path: `emails.attachments.list`. */
export function declaredTypesOf(packageName: string, className: string): DeclaredTypes {
  const main = createRequire(import.meta.url).resolve(packageName);
  const declarations = main.replace(/\.c?m?js$/, (end) => (end === '.cjs' ? '.d.cts' : '.d.mts'));
  const options = { strict: true, skipLibCheck: true, types: [], exactOptionalPropertyTypes: false };
  const program = ts.createProgram([declarations], options);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(declarations);
  const module = file && checker.getSymbolAtLocation(file);
  const exported = module && checker.getExportsOfModule(module).find(({ name }) => name === className);
  if (file === undefined || exported === undefined) throw new Error(`${packageName} declares no ${className}`);
  const classType = checker.getDeclaredTypeOfSymbol(exported);

  const memberOf = (type: ts.Type, name: string): ts.Type => {
    const property = checker.getPropertyOfType(type, name);
    if (property === undefined) throw new Error(`${className} declares no ${name}`);
    return checker.getTypeOfSymbolAtLocation(property, file);
  };

  /** What the promise of each overload holds where there is no error. */
  function dataOf(method: string): readonly ts.Type[] {
    const type = method.split('.').reduce(memberOf, classType);
    return type.getCallSignatures().flatMap((signature) => {
      const result = checker.getAwaitedType(signature.getReturnType());
      if (result === undefined) return [];
      const alternatives = result.isUnion() ? result.types : [result];
      return alternatives.map((each) => memberOf(each, 'data')).filter((each) => !isNull(each));
    });
  }

  function problems(type: ts.Type, value: unknown, path: string): readonly string[] {
    const wrong = [`${path}: ${checker.typeToString(type)}, got ${JSON.stringify(value) ?? 'nothing'}`];
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return [];
    if (type.flags & (ts.TypeFlags.Conditional | ts.TypeFlags.IndexedAccess | ts.TypeFlags.Substitution)) {
      const constraint = checker.getBaseConstraintOfType(type);
      return constraint === undefined ? [] : problems(constraint, value, path);
    }
    if (type.isUnion()) {
      const found = type.types.map((each) => problems(each, value, path));
      if (found.some(({ length }) => length === 0)) return [];
      // The alternative that is nearest says more than all of them.
      const objects = found.filter((each) => each.every((text) => !text.startsWith(`${path}:`)));
      return objects.sort((one, other) => one.length - other.length)[0] ?? wrong;
    }
    if (type.isIntersection()) return type.types.flatMap((each) => problems(each, value, path));
    if (type.isLiteral()) return value === type.value ? [] : wrong;
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return String(value) === checker.typeToString(type) ? [] : wrong;
    }
    if (isNull(type)) return value === null ? [] : wrong;
    if (type.flags & ts.TypeFlags.Undefined) return value === undefined ? [] : wrong;
    if (type.flags & ts.TypeFlags.StringLike) return typeof value === 'string' ? [] : wrong;
    if (type.flags & ts.TypeFlags.NumberLike) return typeof value === 'number' ? [] : wrong;
    if (type.flags & ts.TypeFlags.BooleanLike) return typeof value === 'boolean' ? [] : wrong;
    const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    if (checker.isArrayType(type) && item !== undefined) {
      if (!Array.isArray(value)) return wrong;
      return value.flatMap((each, index) => problems(item, each, `${path}[${index}]`));
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
    const given = value as Readonly<Record<string, unknown>>;
    return checker.getPropertiesOfType(type).flatMap((property) => {
      const each = checker.getTypeOfSymbolAtLocation(property, file as ts.SourceFile);
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      if (given[property.name] === undefined && isOptional) return [];
      return problems(each, given[property.name], `${path}.${property.name}`);
    });
  }

  return {
    problemsOf(method, value) {
      const found = dataOf(method).map((each) => problems(each, value, method));
      return found.sort((one, other) => one.length - other.length)[0] ?? [`${method}: resolves to nothing`];
    },
  };
}

function isNull(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Null) !== 0;
}
