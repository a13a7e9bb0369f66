import { Visitor } from '@swc/core/Visitor.js';

type UsingDeclaration = {
  type: 'UsingDeclaration';
  decls: Parameters<Visitor['visitVariableDeclarators']>[0];
};

/**
 * swc parses `using` and `await using`, but its visitor, with which dependency-cruiser walks the tree, throws at them
 * ("Unknown statement type: UsingDeclaration"). This adds them to the visitor.
 */
export function teachVisitorUsing(): void {
  const visitOther = Visitor.prototype.visitStatement;
  Visitor.prototype.visitStatement = function (statement) {
    const candidate = statement as typeof statement | UsingDeclaration;
    if (candidate.type !== 'UsingDeclaration') return visitOther.call(this, statement);
    candidate.decls = this.visitVariableDeclarators(candidate.decls);
    return statement;
  };
}
